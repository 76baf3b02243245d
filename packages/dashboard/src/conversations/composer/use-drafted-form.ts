import { type FormErrors, useForm } from '@mantine/form'
import { useState } from 'react'
import type * as v from 'valibot'
import { formDraft } from './form-draft.ts'
import { useSend } from './use-outbox.ts'

/** A form of the composer. */
export interface ComposerForm {
  readonly conversationId: string
  /** Whether sending takes the conversation over. */
  readonly isTakingOver: boolean
  readonly sendLabel: string
  readonly onSent: () => void
}

/**
 * Returns the form of a message, which is kept as a draft until it is sent, with what sends it (`useSend`). The draft's name is
 * `kind` with the id of the conversation.
 */
export function useDraftedForm<Values extends object>(
  kind: string,
  {
    schema,
    empty,
    validate,
  }: {
    readonly schema: v.GenericSchema<unknown, Values>
    readonly empty: () => Values
    readonly validate: (values: Values) => FormErrors
  },
  { conversationId, isTakingOver, onSent }: Omit<ComposerForm, 'sendLabel'>,
) {
  const [draft] = useState(() => formDraft(`${kind}:${conversationId}`, schema, empty))
  const form = useForm<Values>({ initialValues: draft.initial, validate, onValuesChange: draft.keep })
  const finish = () => {
    draft.discard()
    onSent()
  }
  return { form, ...useSend(conversationId, finish, isTakingOver) }
}
