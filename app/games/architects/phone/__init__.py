"""The pages of Architects on phones."""
