"""What is shown, said once for the screen and for phones: frozen values, with words and what they say to the table.

A surface lays them out and adds nothing to read. Where one of them lacks something, `Row.only` says on which it is.
"""
