import { PasswordInput } from '@mantine/core'
import { disableMfa, getMfa } from '@messaging/contract/dashboard/mfa.ts'
import { queryClient } from '../api/query-client.ts'
import { useMe } from '../api/use-me.ts'
import { AppCodeField } from '../session/app-code-field.tsx'
import { HiddenEmail } from '../session/hidden-email.tsx'
import { useSessionCall } from '../session/use-session-call.ts'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { tell } from '../ui/tell.ts'

export function TurnOff() {
  const { data: me } = useMe()
  const disabling = useSessionCall(disableMfa, () => {
    tell('Two-factor authentication turned off')
    void queryClient.invalidateQueries({ queryKey: [getMfa.path] })
  })
  const form = useEndpointForm(disabling, {
    initial: { password: '', code: '' },
    rules: disableMfa.body,
    inputOf: (body) => ({ body }),
  })
  return (
    <EndpointForm form={form} width="narrow" label="Turn off" danger>
      <HiddenEmail email={me?.user.email ?? ''} />
      <PasswordInput label="Password" autoComplete="current-password" required {...form.getInputProps('password')} />
      <AppCodeField {...form.getInputProps('code')} />
    </EndpointForm>
  )
}
