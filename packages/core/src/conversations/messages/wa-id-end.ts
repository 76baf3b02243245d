/**
 * The random characters at the end of the provider's message id; those before them are the customer's number in base64.
 */
const RANDOM_CHARACTERS = 20

/**
 * Returns the part of the provider's message id that may be logged: enough to find the message, and nothing of the
 * customer's number.
 */
export function waIdEnd(waId: string): string {
  return waId.slice(-RANDOM_CHARACTERS)
}
