import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { invalidField } from '../../platform/errors.ts'

/** Returns the number to start from: the requested, the only real, or the agent's only one. Throws 400 without one. */
export function chooseNumber(
  numbers: readonly NumberItem[],
  fromNumber: string | undefined,
  agentId: string | undefined,
): NumberItem {
  if (fromNumber !== undefined) {
    const named = numbers.find(({ number }) => number === fromNumber)
    if (!named) throw invalidField('fromNumber', 'no such number in this organisation')
    return named
  }
  const real = numbers.filter(({ sandbox }) => !sandbox)
  const candidates = real.length > 1 ? real.filter((number) => agentId && number.agentId === agentId) : real
  const [only, ...others] = candidates
  if (!only || others.length > 0)
    throw invalidField('fromNumber', 'is required, because no default number can be determined')
  return only
}
