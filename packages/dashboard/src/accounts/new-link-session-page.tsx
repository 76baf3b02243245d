import { TextInput } from '@mantine/core'
import { createLinkSession } from '@messaging/contract/link-sessions.ts'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../api/use-action.ts'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { Page } from '../ui/page.tsx'

export function NewLinkSessionPage() {
  const navigate = useNavigate()
  const accounts = `${window.location.origin}/accounts`
  const creating = useAction(createLinkSession, {
    onDone: ({ id }) => void navigate({ to: '/accounts/link-sessions/$id', params: { id } }),
  })
  const form = useEndpointForm(creating, {
    initial: { successUrl: accounts, returnUrl: `${accounts}/link-sessions` },
    rules: createLinkSession.body,
    inputOf: (body) => ({ body }),
  })
  return (
    <Page
      title="New connection link"
      description="The link opens the provider’s signup. It connects one account and expires after 24 hours."
      crumbs={[
        { label: 'Accounts', link: { to: '/accounts' } },
        { label: 'Connection links', link: { to: '/accounts/link-sessions' } },
      ]}
    >
      <EndpointForm
        form={form}
        endpoint={createLinkSession}
        width="narrow"
        label="Create link"
        cancel={{ to: '/accounts' }}
      >
        <TextInput
          label="Success URL"
          description="Opened after the account is connected. An https URL of this dashboard or of your own site."
          type="url"
          inputMode="url"
          required
          {...form.getInputProps('successUrl')}
        />
        <TextInput
          label="Failure URL"
          description="Opened when the signup is cancelled or fails, or the link has expired."
          type="url"
          inputMode="url"
          required
          {...form.getInputProps('returnUrl')}
        />
      </EndpointForm>
    </Page>
  )
}
