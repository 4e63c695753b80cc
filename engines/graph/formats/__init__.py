"""Formats of graphs: our JSON form, ComfyUI's workflow and API prompt, VueFlow. A round trip loses nothing.

An imported graph carries its document in `Graph.extra`; an export changes only those parts of the document in which the
graph differs. Parts that the import could not parse are never changed.
"""

from engines.graph.formats.conversion import export_graph, import_document, import_graph
from engines.graph.formats.values import Exported, Format, Imported

__all__ = ["Exported", "Format", "Imported", "export_graph", "import_document", "import_graph"]
