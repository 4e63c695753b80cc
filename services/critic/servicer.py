"""gRPC servicer of the critic."""

from collections.abc import AsyncIterator

from reflow.v1 import critic_pb2, critic_pb2_grpc

from services.common.rpc import Context
from services.common.rpc.step_rpc import UseCase, step_rpc


class CriticServicer(critic_pb2_grpc.CriticServiceServicer):
    """Serves the use cases of the critic."""

    def __init__(
        self, review_image: UseCase, review_note: UseCase, review_graph: UseCase, evaluate_task: UseCase
    ) -> None:
        self._review_image = review_image
        self._review_note = review_note
        self._review_graph = review_graph
        self._evaluate_task = evaluate_task

    def ReviewImage(
        self, request: critic_pb2.ReviewImageRequest, context: Context
    ) -> AsyncIterator[critic_pb2.ReviewImageResponse]:
        return step_rpc(self._review_image, request, context, critic_pb2.ReviewImageResponse)

    def ReviewNote(
        self, request: critic_pb2.ReviewNoteRequest, context: Context
    ) -> AsyncIterator[critic_pb2.ReviewNoteResponse]:
        return step_rpc(self._review_note, request, context, critic_pb2.ReviewNoteResponse)

    def ReviewGraph(
        self, request: critic_pb2.ReviewGraphRequest, context: Context
    ) -> AsyncIterator[critic_pb2.ReviewGraphResponse]:
        return step_rpc(self._review_graph, request, context, critic_pb2.ReviewGraphResponse)

    def EvaluateTask(
        self, request: critic_pb2.EvaluateTaskRequest, context: Context
    ) -> AsyncIterator[critic_pb2.EvaluateTaskResponse]:
        return step_rpc(self._evaluate_task, request, context, critic_pb2.EvaluateTaskResponse)
