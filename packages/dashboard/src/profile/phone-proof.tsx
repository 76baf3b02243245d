import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { confirmPhoneNumber, sendPhoneCode } from '@messaging/contract/dashboard/profile.ts'
import type { Me } from '@messaging/contract/dashboard/session.ts'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { FormError } from '../ui/form-error.tsx'
import { Panel } from '../ui/panel.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { tell } from '../ui/tell.ts'
import { shownNumber } from './profile-values.ts'

/** Whether the saved phone number is proved, and the steps to prove it with a code. */
export function PhoneProof({ user: { phoneNumber, isPhoneNumberProved } }: { readonly user: Me['user'] }) {
  const sending = useAction(sendPhoneCode)
  const badge = isPhoneNumberProved
    ? ({ tone: 'good', icon: IconCircleCheck, label: 'Proved' } as const)
    : ({ tone: 'waiting', icon: IconAlertTriangle, label: 'Not proved' } as const)
  return (
    <Panel title="Proof of the phone number">
      <Stack maw="36rem">
        <Group gap="xs">
          {shownNumber(phoneNumber)} <StatusBadge {...badge} />
        </Group>
        {!isPhoneNumberProved && (
          <>
            <Text size="sm">
              Agents cannot be shared with this number until you prove that it is yours. A code is sent to the number as
              a message.
            </Text>
            <FormError error={sending.error} />
            <div>
              <Button variant="default" loading={sending.isPending} onClick={() => sending.mutate({ body: {} })}>
                {sending.data ? 'Send another code' : 'Send code'}
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
  const confirming = useAction(confirmPhoneNumber, { onDone: () => tell('Phone number proved') })
  const form = useEndpointForm(confirming, {
    initial: { code: '' },
    rules: confirmPhoneNumber.body,
    inputOf: (body) => ({ body }),
  })
  return (
    <EndpointForm form={form} width="narrow" label="Confirm number">
      <TextInput
        label="Code"
        description="The six digits of the message. They are valid for 10 minutes."
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        autoFocus
        {...form.getInputProps('code')}
      />
    </EndpointForm>
  )
}
