base="${PHONE_AGENT_BASE_URL:-http://127.0.0.1:4010}"
list_tokens() {
  printf %s "${PHONE_AGENT_TOKEN:-demo-token-not-secret}" |
    curl --silent --show-error --get --data-urlencode token@- "$@" "$base/api/v2/tokens"
}
list_tokens --header 'Prefer: example=empty'
list_tokens --header 'Prefer: code=503, times=2' --header 'Mock-Run: my-test'
curl --silent --show-error "$base/__mock/journal?run=my-test"
