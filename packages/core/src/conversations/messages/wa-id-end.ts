/** The random characters at the end of the provider's message id; before them is the customer's number in base64. */
const RANDOM_CHARACTERS = 20

/** Returns the loggable end of the provider's message id: it identifies the message, not the customer's number. */
export function waIdEnd(waId: string): string {
  return waId.slice(-RANDOM_CHARACTERS)
}
