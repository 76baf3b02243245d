import { Anchor, Button, Stack } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { answerMfa } from '@messaging/contract/dashboard/mfa.ts'
import { Code, type SignInAnswer } from '@messaging/contract/dashboard/session.ts'
import * as v from 'valibot'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { AppCodeField } from './app-code-field.tsx'
import { useSessionCall } from './use-session-call.ts'

const Fields = v.object({ code: Code })

/** Asks for the code of the authenticator app, after the password. `onAgain` goes back to signing in. */
export function MfaForm({
  email,
  session,
  onAnswer,
  onAgain,
}: {
  readonly email: string
  readonly session: string
  readonly onAnswer: (answer: SignInAnswer) => void
  readonly onAgain: () => void
}) {
  const form = useForm({ initialValues: { code: '' }, validate: schemaResolver(Fields, { sync: true }) })
  const answering = useSessionCall(answerMfa, onAnswer)
  const submit = ({ code }: typeof form.values) =>
    answering.mutate(
      { body: { email, session, code } },
      { onError: (error) => form.setErrors(fieldErrors(error, ['code'])) },
    )
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <FormError error={answering.error} fields={['code']} />
        <AppCodeField data-autofocus autoFocus {...form.getInputProps('code')} />
        <Button type="submit" loading={answering.isPending}>
          Verify code
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onAgain}>
          Back to sign in
        </Anchor>
      </Stack>
    </form>
  )
}
