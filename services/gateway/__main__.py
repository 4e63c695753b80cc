"""Run the gateway alone: `python -m services.gateway`."""

from services.common.rpc import main
from services.gateway.bootstrap import run_gateway
from services.gateway.settings import GatewaySettings

if __name__ == "__main__":
    main("gateway", GatewaySettings, run_gateway)
