import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { confirmSignUp, resendCode } from '@messaging/contract/dashboard/session.ts'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { useSessionCall } from './use-session-call.ts'

const FIELDS = ['code']

/** Takes the code that came by mail when an account was asked for. */
export function ConfirmForm({ email, onConfirmed }: { readonly email: string; readonly onConfirmed: () => void }) {
  const form = useForm({ initialValues: { code: '' } })
  const confirming = useSessionCall(confirmSignUp, onConfirmed)
  const resending = useSessionCall(resendCode, () => form.reset())
  const submit = ({ code }: typeof form.values) =>
    confirming.mutate({ body: { email, code } }, { onError: (error) => form.setErrors(fieldErrors(error, FIELDS)) })
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Text size="sm">
          We sent a code to <strong>{email}</strong>.
        </Text>
        <FormError error={confirming.error ?? resending.error} fields={FIELDS} />
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          data-autofocus
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={confirming.isPending}>
          Confirm
        </Button>
        <Group gap="xs" aria-live="polite">
          <Anchor component="button" type="button" size="sm" onClick={() => resending.mutate({ body: { email } })}>
            Send the code again
          </Anchor>
          {resending.isSuccess && <Text size="sm">Sent.</Text>}
        </Group>
      </Stack>
    </form>
  )
}
