import { createPhoneAgentClient, PhoneAgentError } from "phone-agent-api";

const phone = createPhoneAgentClient();
try {
  // `Prefer` makes the mock respond with 500.
  await phone.deleteSipRegistration({ headers: { prefer: "code=500" } });
} catch (error) {
  if (!PhoneAgentError.is(error)) throw error;
  if (error.mayHaveTakenEffect) {
    console.error("The registration may be gone: have somebody check before you try again.");
  } else if (error.kind === "network") {
    console.error("Nothing was sent: try again later.");
  } else {
    console.error(`Nothing was removed (${error.kind}): see what is wrong before you try again.`);
  }
}
