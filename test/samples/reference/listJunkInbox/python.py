import json
import os
import urllib.parse
import urllib.request

query = urllib.parse.urlencode({"token": os.environ["PHONE_AGENT_TOKEN"]})
request = urllib.request.Request(f"{os.environ['PHONE_AGENT_BASE_URL']}/api/v2/junkConversations?{query}")
with urllib.request.urlopen(request) as response:
    page = json.load(response)
    print(f"Page {page['pageNumber']}: {len(page['rooms'])} of {page['totalRooms']} rooms")
    for room in page["rooms"]:
        print(room["roomId"], room["name"])
