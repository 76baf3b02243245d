import type { createConversation } from '@messaging/contract/conversations.ts'
import { PhoneNumber } from '@messaging/contract/fields.ts'
import type { Template } from '@messaging/contract/templates.ts'
import * as v from 'valibot'
import { type VariableValues, variablesOf } from './template-text.ts'

export interface NewConversationValues {
  fromNumber: string
  toNumber: string
  /** Empty: the number's default. */
  agentId: string
}

/** Returns the validation errors, by field. */
export function validateConversation({ toNumber }: NewConversationValues): Record<string, string> {
  const checked = v.safeParse(PhoneNumber, toNumber)
  return checked.success ? {} : { toNumber: 'Must be a phone number with country code, such as +44 7700 900123.' }
}

/** Returns the request body, with the template to send if one is selected. */
export function conversationInput(
  { fromNumber, toNumber, agentId }: NewConversationValues,
  template: Template | undefined,
  values: VariableValues,
): v.InferInput<(typeof createConversation)['body']> {
  return {
    fromNumber,
    toNumber,
    ...(agentId && { agentId }),
    ...(template && {
      message: {
        type: 'template',
        template: { name: template.name, language: template.language, variables: variablesOf(template, values) },
      },
    }),
  }
}
