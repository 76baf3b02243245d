import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ADVERSARIAL_SET, adversarialProof } from './adversarial-set.ts'
import { ProofInput } from './proofs.ts'

test('has forty cases with different names, each with its reason', () => {
  expect(new Set(ADVERSARIAL_SET.map(({ name }) => name)).size).toBe(40)
  for (const { reason, doesNotSay } of ADVERSARIAL_SET) expect([reason, doesNotSay]).not.toEqual(['', []])
})

test('is the input of a proof', () => {
  expect(v.parse(ProofInput, JSON.parse(JSON.stringify(adversarialProof())))).toEqual(adversarialProof())
})
