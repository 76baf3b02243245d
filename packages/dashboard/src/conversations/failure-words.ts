import type { TurnFailure } from '@replywright/contract/causes.ts'

/** Why an agent did not reply, by the cause of the failure. */
export const FAILURE_TEXTS: Readonly<Record<TurnFailure, string>> = {
  limit: 'Monthly limit reached',
  access: 'The model denied access',
  refused: 'The model rejected the request',
  unusable: 'The model gave no usable answer',
  guardrail: 'A guardrail stopped the answer',
  timeout: 'The model timed out',
  down: 'The model was down',
  provider: 'Not delivered by the messaging provider',
  error: 'Unexpected error',
}

/** Returns that the agent failed, and why if it is known. */
export function failureText(failure: TurnFailure | null): string {
  const cause = failure && FAILURE_TEXTS[failure]
  return cause
    ? `The agent couldn’t reply: ${cause.charAt(0).toLowerCase()}${cause.slice(1)}`
    : 'The agent couldn’t reply'
}
