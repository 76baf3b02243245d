import * as v from 'valibot'
import { ServiceError } from '../../platform/errors.ts'
import { callProvider, ProviderRefusal } from '../provider/call-provider.ts'

/** A number to register under a business account at the provider. */
export interface Registration {
  /** The provider's id of the account. */
  readonly waId: string
  /** The account's access token, in plain text. */
  readonly token: string
  /** Digits without plus; the first `callingCodeDigits` are the country's calling code. */
  readonly phoneNumber: string
  readonly callingCodeDigits: number
  /** The name that customers see. */
  readonly name: string
  /** Six digits; the same at each attempt. */
  readonly pin: string
}

const Added = v.object({ id: v.string() })
const Numbers = v.object({ data: v.array(v.object({ id: v.string(), display_phone_number: v.string() })) })

/**
 * Adds a number to an account at the provider and registers it for messages. Returns the provider's id of the number.
 * Idempotent: keeps the results of earlier attempts.
 * @throws ProviderRefusal; ServiceError `upstream_error` if the outcome is unknown
 */
export async function registerNumber(registration: Registration, now: number): Promise<string> {
  const { token, pin } = registration
  const phoneNumberId = (await findRegistered(registration, now)) ?? (await add(registration, now))
  const body = { messaging_product: 'whatsapp', pin }
  await callProvider({ method: 'POST', path: `/${phoneNumberId}/register`, token, body }, now)
  return phoneNumberId
}

async function findRegistered({ waId, token, phoneNumber }: Registration, now: number): Promise<string | undefined> {
  const path = `/${waId}/phone_numbers?fields=id,display_phone_number&limit=100`
  const { data } = parsed(Numbers, await callProvider({ method: 'GET', path, token }, now))
  return data.find(({ display_phone_number }) => display_phone_number.replace(/\D/g, '') === phoneNumber)?.id
}

async function add(registration: Registration, now: number): Promise<string> {
  const { waId, token, phoneNumber, callingCodeDigits, name } = registration
  const body = {
    cc: phoneNumber.slice(0, callingCodeDigits),
    phone_number: phoneNumber.slice(callingCodeDigits),
    verified_name: name,
  }
  try {
    return parsed(Added, await callProvider({ method: 'POST', path: `/${waId}/phone_numbers`, token, body }, now)).id
  } catch (error) {
    // Another request for the same account may have added it concurrently.
    const found = error instanceof ProviderRefusal ? await findRegistered(registration, now) : undefined
    if (found === undefined) throw error
    return found
  }
}

function parsed<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, body)
  if (result.success) return result.output
  throw new ServiceError('upstream_error', 'The messaging provider returned an unexpected response. Try again.')
}
