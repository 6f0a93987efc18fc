import type { Contract } from "../../scripts/contract/document.ts";
import { replaceScheme, rewritePlaces } from "./header-alone.ts";
import type { Plant } from "./plants.ts";
import type { Project } from "./project.ts";
import { rewriteSentences } from "./sentences.ts";
import { closeUnknowns } from "./unknowns/close.ts";

/** Writes the fact that closes an unknown, the sentences that depended on it, and the table. */
function close(project: Project, id: string, note: string, change = (_: Contract): void => {}): void {
  const contract = closeUnknowns(project.contract(), [id]);
  change(contract);
  project.writeContract(contract);
  rewriteSentences(project, [id]);
  project.editTable();
  project.note(note);
}

/** The token may be sent in a header, too. */
export const tokenInHeader: Plant = {
  change: "Document a way of sending the token",
  mostFiles: 6,
  plant: async (project) => close(project, "token-in-header", "facts: The service takes the token in a header."),
};

/** An address of the service, and a header as the one way of sending the token. */
export const addressPlants: Record<string, Plant> = {
  address: {
    change: "Document an address",
    mostFiles: 6,
    plant: async (project) => close(project, "base-url", "facts: The address of the service is documented."),
  },
  "token in a header alone": {
    change: "Document a way of sending the token",
    mostFiles: 14,
    plant: async (project) => {
      close(project, "token-in-header", "facts: The service takes the token in a header.", replaceScheme);
      rewritePlaces(project);
    },
  },
};
