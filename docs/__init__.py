"""Commands that make the documents' figures, pictures and tables, with the compiled engine where there is one."""

from app.host import compiled_engine

compiled_engine.use_compiled()
