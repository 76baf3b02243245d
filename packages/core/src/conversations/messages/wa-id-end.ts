/** Characters of the provider's message id that are random; those before them are the customer's number in base64. */
const RANDOM_CHARACTERS = 20

/** What of the provider's message id may be logged: enough to find the message by, and nothing of the customer's number. */
export function waIdEnd(waId: string): string {
  return waId.slice(-RANDOM_CHARACTERS)
}
