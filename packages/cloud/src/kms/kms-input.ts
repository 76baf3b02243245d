import { isObject, numberOf, textOf } from '../json.ts'
import type { Json, JsonObject } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import type { EncryptionContext } from './ciphertext.ts'

/** The maximum that KMS encrypts itself. */
const MAX_PLAINTEXT_BYTES = 4096

/** Reads the encryption context. @throws ServiceError unless all values are strings. */
export function encryptionContext(input: JsonObject): EncryptionContext {
  const given: Json = input.EncryptionContext ?? {}
  if (!isObject(given)) throw invalid('EncryptionContext must be a map')
  const pairs = Object.entries(given).map(([key, value]) => {
    if (typeof value !== 'string') throw invalid(`EncryptionContext.${key} must be a string`)
    return [key, value] as const
  })
  return new Map(pairs)
}

export function requiredText(input: JsonObject, name: string): string {
  const value = textOf(input[name])
  if (!value) throw invalid(`1 validation error detected: Value at '${name}' failed to satisfy constraint`)
  return value
}

export function plaintext(input: JsonObject): Buffer {
  const bytes = Buffer.from(requiredText(input, 'Plaintext'), 'base64')
  if (bytes.length > MAX_PLAINTEXT_BYTES) throw invalid(`Plaintext must be at most ${MAX_PLAINTEXT_BYTES} bytes`)
  return bytes
}

/** Returns the size of a data key, from its kind or number of bytes. */
export function dataKeyBytes(input: JsonObject): number {
  const byKind = { AES_128: 16, AES_256: 32 }[textOf(input.KeySpec) ?? '']
  const bytes = byKind ?? numberOf(input.NumberOfBytes)
  if (bytes === undefined || bytes < 1 || bytes > 1024) {
    throw invalid('Please specify either number of bytes or key spec.')
  }
  return bytes
}

function invalid(message: string): ServiceError {
  return new ServiceError(400, 'ValidationException', message)
}
