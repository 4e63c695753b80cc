"""No module imports itself indirectly."""

import graphlib

import grimp


def test_modules_have_no_import_cycle() -> None:
    graph = grimp.build_graph("engines", "services")
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    graphlib.TopologicalSorter(imports).prepare()  # raises CycleError, which names the modules
