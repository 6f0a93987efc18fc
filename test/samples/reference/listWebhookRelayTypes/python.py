import json
import os
import urllib.parse
import urllib.request

query = urllib.parse.urlencode({"token": os.environ["PHONE_AGENT_TOKEN"]})
request = urllib.request.Request(f"{os.environ['PHONE_AGENT_BASE_URL']}/api/v2/webhookRelay/types?{query}")
with urllib.request.urlopen(request) as response:
    # Undocumented shape (unknown: list-webhook-relay-types-answer): check it before you use it.
    print(json.load(response))
