import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { type SignInAnswer, signIn } from '@messaging/contract/dashboard/session.ts'
import { useState } from 'react'
import { FormError } from '../ui/form-error.tsx'
import { acceptToken } from './accept-token.ts'
import { MfaForm } from './mfa-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { useSessionCall } from './use-session-call.ts'

type Challenge = Extract<SignInAnswer, { challenge: string }>

/** Signs in, with the steps for a new password and a code. `fixedEmail` is set if only this user may sign in. */
export function SignInForm({ email, fixedEmail }: { readonly email?: string; readonly fixedEmail?: string }) {
  const [challenge, setChallenge] = useState<Challenge>()
  const form = useForm({
    initialValues: { email: fixedEmail ?? email ?? '', password: '' },
    validate: schemaResolver(signIn.body, { sync: true }),
  })
  const onAnswer = (answer: SignInAnswer) => {
    if ('challenge' in answer) setChallenge(answer)
    else acceptToken(answer)
  }
  const signingIn = useSessionCall(signIn, onAnswer)
  const submit = () => signingIn.mutate({ body: form.values })
  const { email: address } = form.values
  const onBack = () => setChallenge(undefined)
  if (challenge?.challenge === 'new_password')
    return <NewPasswordForm email={address} session={challenge.session} onAnswer={onAnswer} onBack={onBack} />
  if (challenge?.challenge === 'mfa')
    return <MfaForm email={address} session={challenge.session} onAnswer={onAnswer} onBack={onBack} />
  if (challenge?.challenge === 'reset_password')
    return <ResetPasswordForm email={address} onAnswer={onAnswer} onReset={onBack} />
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <FormError error={signingIn.error} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          readOnly={fixedEmail !== undefined}
          data-autofocus={fixedEmail === undefined || undefined}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          data-autofocus={fixedEmail !== undefined || undefined}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={signingIn.isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
