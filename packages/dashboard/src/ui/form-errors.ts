import type { ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'

/** Returns a validation error's messages by form field; `''` for fields that the form lacks. Empty for other errors. */
export function fieldErrors(error: unknown, fields: readonly string[]): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const errors: Record<string, string> = {}
  for (const { path, message } of error.details) {
    const field = fields.find((name) => path === name || path.startsWith(`${name}.`)) ?? ''
    errors[field] ??= sentence(message)
  }
  return errors
}

/** Formats the messages of a form's rules as sentences. */
export function sentences(errors: Readonly<Record<string, ReactNode>>): Record<string, ReactNode> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, error]) => [field, typeof error === 'string' ? sentence(error) : error]),
  )
}

/** Formats a message as a sentence: `must be https` → `Must be https.` */
export function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
