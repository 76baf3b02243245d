import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { confirmPhoneNumber, sendPhoneCode } from '@messaging/contract/dashboard/profile.ts'
import type { Me } from '@messaging/contract/dashboard/session.ts'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { Panel } from '../ui/panel.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { tell } from '../ui/tell.ts'
import classes from './profile.module.css'
import { shownNumber } from './profile-values.ts'
import { words } from './words.ts'

/** Whether the saved phone number is proved, and the steps to prove it with a code. */
export function PhoneProof({ user: { phoneNumber, isPhoneNumberProved } }: { readonly user: Me['user'] }) {
  const sending = useAction(sendPhoneCode)
  const badge = isPhoneNumberProved
    ? ({ tone: 'good', icon: IconCircleCheck, label: words.proof.proved } as const)
    : ({ tone: 'waiting', icon: IconAlertTriangle, label: words.proof.notProved } as const)
  return (
    <Panel title={words.proof.title}>
      <Stack className={classes.form}>
        <Group gap="xs">
          {shownNumber(phoneNumber)} <StatusBadge {...badge} />
        </Group>
        {!isPhoneNumberProved && (
          <>
            <Text size="sm">{words.proof.why}</Text>
            <FormError error={sending.error} />
            <div>
              <Button variant="default" loading={sending.isPending} onClick={() => sending.mutate({ body: {} })}>
                {sending.data ? words.proof.sendAgain : words.proof.send}
              </Button>
            </div>
            {sending.data && <CodeForm />}
          </>
        )}
      </Stack>
    </Panel>
  )
}

function CodeForm() {
  const confirming = useAction(confirmPhoneNumber, { onDone: () => tell(words.proof.done) })
  const form = useForm({
    initialValues: { code: '' },
    validate: schemaResolver(confirmPhoneNumber.body, { sync: true }),
  })
  const submit = (body: typeof form.values) =>
    confirming.mutate({ body }, { onError: (error) => form.setErrors(fieldErrors(error, ['code'])) })
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <FormError error={confirming.error} fields={['code']} />
        <TextInput
          label={words.proof.code}
          description={words.proof.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          autoFocus
          {...form.getInputProps('code')}
        />
        <div>
          <Button type="submit" loading={confirming.isPending}>
            {words.proof.confirm}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
