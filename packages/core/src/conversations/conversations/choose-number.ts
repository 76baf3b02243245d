import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { invalidField } from '../../platform/errors.ts'

/**
 * The number to start a conversation from: the one that was named, else the organisation's only real one, else the only one
 * that is connected to the agent. 400 when it cannot be chosen.
 */
export function chooseNumber(
  numbers: readonly NumberItem[],
  fromNumber: string | undefined,
  agentId: string | undefined,
): NumberItem {
  if (fromNumber !== undefined) {
    const named = numbers.find(({ number }) => number === fromNumber)
    if (!named) throw invalidField('fromNumber', 'is no number of this organisation')
    return named
  }
  const real = numbers.filter(({ sandbox }) => !sandbox)
  const candidates = real.length > 1 ? real.filter((number) => agentId && number.agentId === agentId) : real
  const [only, ...others] = candidates
  if (!only || others.length > 0)
    throw invalidField('fromNumber', 'is required, because the number to send from cannot be chosen')
  return only
}
