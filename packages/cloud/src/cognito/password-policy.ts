import { isTrue, numberOf, textOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'

/** What a pool asks of passwords. */
export interface PasswordPolicy {
  readonly minimumLength: number
  /** What the kinds of characters are called that must be there. */
  readonly needs: readonly CharacterKind[]
  readonly temporaryPasswordDays: number
}

const MAXIMUM_LENGTH = 256

const CHARACTER_KINDS = {
  uppercase: /[A-Z]/,
  lowercase: /[a-z]/,
  numeric: /[0-9]/,
  symbol: /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]|(?<=\S) (?=\S)/,
} as const
type CharacterKind = keyof typeof CHARACTER_KINDS

/** The policy of a pool. One that says nothing wants eight characters of all kinds. */
export function passwordPolicyOf(declared: JsonObject): PasswordPolicy {
  const isEmpty = Object.keys(declared).length === 0
  const wanted = (name: string) => isEmpty || isTrue(declared[name])
  const needs: (CharacterKind | false)[] = [
    wanted('RequireUppercase') && 'uppercase',
    wanted('RequireLowercase') && 'lowercase',
    wanted('RequireNumbers') && 'numeric',
    wanted('RequireSymbols') && 'symbol',
  ]
  return {
    minimumLength: numberOf(declared.MinimumLength) ?? (isEmpty ? 8 : 6),
    needs: needs.filter((need) => need !== false),
    temporaryPasswordDays: numberOf(textOf(declared.TemporaryPasswordValidityDays)) ?? 7,
  }
}

/** Why a password is refused, in AWS's words; `undefined` for one that may be used. */
export function passwordFault(password: string, { minimumLength, needs }: PasswordPolicy): string | undefined {
  const refused = (why: string) => `Password did not conform with policy: ${why}`
  if (password.length < minimumLength) return refused('Password not long enough')
  if (password.length > MAXIMUM_LENGTH) return refused('Password too long')
  if (password !== password.trim()) return refused('Password must not start or end with a space')
  const missing = needs.find((kind) => !CHARACTER_KINDS[kind].test(password))
  return missing && refused(`Password must have ${missing} characters`)
}
