"""RagService: retrieval of styles, research and analysis of reference images for a step."""

from collections.abc import AsyncGenerator

from reflow.v1 import rag_pb2, rag_pb2_grpc

from services.common.rpc import Context
from services.common.rpc.step_rpc import step_rpc
from services.rag.application.analyze_references import AnalyzeReferences
from services.rag.application.gather_evidence import GatherEvidence
from services.rag.application.retrieve_styles import RetrieveStyles


class RagServicer(rag_pb2_grpc.RagServiceServicer):
    """Runs one use case for each RPC."""

    def __init__(
        self,
        retrieve_styles: RetrieveStyles,
        gather_evidence: GatherEvidence,
        analyze_references: AnalyzeReferences,
    ) -> None:
        self._retrieve_styles = retrieve_styles
        self._gather_evidence = gather_evidence
        self._analyze_references = analyze_references

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
