"""Run the rag alone: `python -m services.rag`."""

from services.common.rpc import main
from services.rag.bootstrap import run_rag
from services.rag.settings import RagSettings

if __name__ == "__main__":
    main("rag", RagSettings, run_rag)
