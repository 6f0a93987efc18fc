import type { MockOperation } from "../../../src/core/model.ts";
import type { ContractOperation } from "../../../src/document/read-operations.ts";
import { responseSchemaOf } from "../../../src/openapi/operations.ts";
import { createGenerators } from "../../../src/schemas/generate.ts";
import { createCompilers } from "../../../src/schemas/validators.ts";
import type { Contract } from "../../contract/document.ts";

/** Creates the function that generates the bodies of an operation ahead: those that no example covers. */
export function createBodyGenerator(contract: Contract) {
  const document = { ...contract };
  const compilers = createCompilers(document);
  const { generate } = createGenerators(document, async (schema) => (await compilers).response(schema));

  return async ({ operation, pathOperation }: ContractOperation): Promise<MockOperation> => {
    const responses = operation.responses.map(async ({ contents, ...response }) => {
      const generatedContents = contents.map(async (content) => {
        if (!content.specified || content.examples.size > 0) return content;
        const schema = responseSchemaOf(pathOperation, response.code, content.mediaType);
        return { ...content, generatedBody: await generate(schema, content.mediaType) };
      });
      return { ...response, contents: await Promise.all(generatedContents) };
    });
    return { ...operation, responses: await Promise.all(responses) };
  };
}
