// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

var o={},t={};export{t as bodies,o as inputs};
