import json
import subprocess
import urllib.request

import pytest


@pytest.fixture(scope="session")
def mock_url():
    command = ["node_modules/.bin/phone-agent-api", "mock", "--port", "0", "--json", "--log-level", "warn"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as mock:
        yield json.loads(mock.stdout.readline())["url"]
        mock.terminate()


def test_an_account_without_tokens(mock_url):
    url = f"{mock_url}/api/v2/tokens?token=demo-token-not-secret"
    request = urllib.request.Request(url, headers={"Prefer": "example=empty"})
    with urllib.request.urlopen(request) as response:
        assert json.load(response)["tokens"] == []
