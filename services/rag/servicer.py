"""RagService: retrieval, ranking of candidates, research, analysis of references, and the supervisor's tools."""

from collections.abc import AsyncGenerator

from reflow.v1 import rag_pb2, rag_pb2_grpc

from services.common.rpc import Context
from services.common.rpc.step_rpc import UseCase, step_rpc


class RagServicer(rag_pb2_grpc.RagServiceServicer):
    """Runs one use case for each RPC."""

    def __init__(
        self,
        retrieve_styles: UseCase,
        gather_evidence: UseCase,
        analyze_references: UseCase,
        load_prompts: UseCase,
        select_templates: UseCase,
        search_nodes: UseCase,
        rank_candidates: UseCase,
    ) -> None:
        self._retrieve_styles = retrieve_styles
        self._gather_evidence = gather_evidence
        self._analyze_references = analyze_references
        self._load_prompts = load_prompts
        self._select_templates = select_templates
        self._search_nodes = search_nodes
        self._rank_candidates = rank_candidates

    def RetrieveStyles(
        self, request: rag_pb2.RetrieveStylesRequest, context: Context
    ) -> AsyncGenerator[rag_pb2.RetrieveStylesResponse, None]:
        return step_rpc(self._retrieve_styles, request, context, rag_pb2.RetrieveStylesResponse)

    def GatherEvidence(
        self, request: rag_pb2.GatherEvidenceRequest, context: Context
    ) -> AsyncGenerator[rag_pb2.GatherEvidenceResponse, None]:
        return step_rpc(self._gather_evidence, request, context, rag_pb2.GatherEvidenceResponse)

    def AnalyzeReferences(
        self, request: rag_pb2.AnalyzeReferencesRequest, context: Context
    ) -> AsyncGenerator[rag_pb2.AnalyzeReferencesResponse, None]:
        return step_rpc(self._analyze_references, request, context, rag_pb2.AnalyzeReferencesResponse)

    def LoadPrompts(
        self, request: rag_pb2.LoadPromptsRequest, context: Context
    ) -> AsyncGenerator[rag_pb2.LoadPromptsResponse, None]:
        return step_rpc(self._load_prompts, request, context, rag_pb2.LoadPromptsResponse)

    def SelectTemplates(
        self, request: rag_pb2.SelectTemplatesRequest, context: Context
    ) -> AsyncGenerator[rag_pb2.SelectTemplatesResponse, None]:
        return step_rpc(self._select_templates, request, context, rag_pb2.SelectTemplatesResponse)

    def SearchNodes(
        self, request: rag_pb2.SearchNodesRequest, context: Context
    ) -> AsyncGenerator[rag_pb2.SearchNodesResponse, None]:
        return step_rpc(self._search_nodes, request, context, rag_pb2.SearchNodesResponse)

    def RankCandidates(
        self, request: rag_pb2.RankCandidatesRequest, context: Context
    ) -> AsyncGenerator[rag_pb2.RankCandidatesResponse, None]:
        return step_rpc(self._rank_candidates, request, context, rag_pb2.RankCandidatesResponse)
