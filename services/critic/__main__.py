"""Run the critic alone: `python -m services.critic`."""

from services.common.rpc import main
from services.critic.bootstrap import run_critic
from services.critic.settings import CriticSettings

if __name__ == "__main__":
    main("critic", CriticSettings, run_critic)
