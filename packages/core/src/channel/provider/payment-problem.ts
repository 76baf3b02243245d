import type { RaisedProblem } from '../numbers/health.ts'

/** The provider's error of an account that cannot be charged. */
export const PAYMENT = 131042

export const PAYMENT_PROBLEM: RaisedProblem = {
  code: String(PAYMENT),
  text: 'The business account cannot be charged, and the provider does not deliver its messages. Add or correct the payment method at the provider.',
  state: 'restricted',
}
