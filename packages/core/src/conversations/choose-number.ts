import type { NumberItem } from '../channel/numbers/number-entity.ts'
import { invalidField } from '../platform/errors.ts'

interface WantedNumber {
  /** The contact. */
  readonly toNumber: string
  readonly fromNumber?: string
  readonly agentId?: string
}

/**
 * Returns the number to start from: the requested, the only real, or the agent's only one. Throws 400 without one, and
 * if it is the number of the contact.
 */
export function chooseNumber(numbers: readonly NumberItem[], { toNumber, ...wanted }: WantedNumber): NumberItem {
  const chosen = numberFor(numbers, wanted)
  if (chosen.number === toNumber)
    throw invalidField('toNumber', 'must be the number of a contact, not the number to send from')
  return chosen
}

function numberFor(
  numbers: readonly NumberItem[],
  { fromNumber, agentId }: Omit<WantedNumber, 'toNumber'>,
): NumberItem {
  if (fromNumber !== undefined) {
    const named = numbers.find(({ number }) => number === fromNumber)
    if (!named) throw invalidField('fromNumber', 'no such number in this organisation')
    return named
  }
  const real = numbers.filter(({ sandbox }) => !sandbox)
  if (real.length === 0)
    throw invalidField('fromNumber', 'is required: the organisation has no number but its sandbox number')
  const candidates = real.length > 1 ? real.filter((number) => agentId && number.agentId === agentId) : real
  const [only, ...others] = candidates
  if (only && others.length === 0) return only
  throw invalidField(
    'fromNumber',
    agentId
      ? 'is required: the organisation has several numbers, and not exactly one of them is connected to the agent'
      : 'is required: the organisation has several numbers',
  )
}
