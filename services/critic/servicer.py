"""gRPC servicer of the critic."""

from collections.abc import AsyncIterator

from reflow.v1 import critic_pb2, critic_pb2_grpc

from services.common.rpc import Context
from services.common.rpc.step_rpc import step_rpc
from services.critic.application.evaluate_task import TaskEvaluator
from services.critic.application.review_graph import GraphReviewer
from services.critic.application.review_image import ImageReviewer
from services.critic.application.review_note import NoteReviewer


class CriticServicer(critic_pb2_grpc.CriticServiceServicer):
    """Serves the use cases of the critic."""

    def __init__(self, images: ImageReviewer, notes: NoteReviewer, graphs: GraphReviewer, tasks: TaskEvaluator) -> None:
        self._images = images
        self._notes = notes
        self._graphs = graphs
        self._tasks = tasks

    def ReviewImage(
        self, request: critic_pb2.ReviewImageRequest, context: Context
    ) -> AsyncIterator[critic_pb2.ReviewImageResponse]:
        return step_rpc(self._images.review, request, context, critic_pb2.ReviewImageResponse)

    def ReviewNote(
        self, request: critic_pb2.ReviewNoteRequest, context: Context
    ) -> AsyncIterator[critic_pb2.ReviewNoteResponse]:
        return step_rpc(self._notes.review, request, context, critic_pb2.ReviewNoteResponse)

    def ReviewGraph(
        self, request: critic_pb2.ReviewGraphRequest, context: Context
    ) -> AsyncIterator[critic_pb2.ReviewGraphResponse]:
        return step_rpc(self._graphs.review, request, context, critic_pb2.ReviewGraphResponse)

    def EvaluateTask(
        self, request: critic_pb2.EvaluateTaskRequest, context: Context
    ) -> AsyncIterator[critic_pb2.EvaluateTaskResponse]:
        return step_rpc(self._tasks.evaluate, request, context, critic_pb2.EvaluateTaskResponse)
