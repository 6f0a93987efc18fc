import { createPhoneAgentClient, PhoneAgentError } from "phone-agent-api";

const phone = createPhoneAgentClient();
try {
  // `Prefer` makes the mock respond with 500.
  await phone.deleteSipRegistration({ headers: { prefer: "code=500" } });
} catch (error) {
  if (!PhoneAgentError.is(error)) throw error;
  if (error.mayHaveTakenEffect) {
    console.error("The registration may be gone: have somebody check before you try again.");
  } else if (error.kind === "configuration") {
    console.error("Nothing was removed, and nothing will be: fix the call.");
  } else {
    console.error(`Nothing was removed (${error.kind}): it is safe to try again.`);
  }
}
