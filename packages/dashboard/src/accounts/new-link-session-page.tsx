import { Button, Group, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { createLinkSession } from '@messaging/contract/link-sessions.ts'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'
import classes from './account-form.module.css'

const FIELDS = ['successUrl', 'returnUrl']

export function NewLinkSessionPage() {
  const navigate = useNavigate()
  const accounts = `${window.location.origin}/accounts`
  const form = useForm({
    initialValues: { successUrl: accounts, returnUrl: `${accounts}/link-sessions` },
    validate: schemaResolver(createLinkSession.body, { sync: true }),
  })
  const creating = useAction(createLinkSession, {
    onDone: ({ id }) => void navigate({ to: '/accounts/link-sessions/$id', params: { id } }),
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
      <Allowed endpoint={createLinkSession}>
        <form
          noValidate
          className={classes.form}
          onSubmit={form.onSubmit((body) =>
            creating.mutate({ body }, { onError: (failure) => form.setErrors(fieldErrors(failure, FIELDS)) }),
          )}
        >
          <Stack gap="lg">
            <FormError error={creating.error} fields={FIELDS} />
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
            <Group gap="xs">
              <Button type="submit" loading={creating.isPending}>
                Create link
              </Button>
              <LinkButton to="/accounts" variant="default">
                Cancel
              </LinkButton>
            </Group>
          </Stack>
        </form>
      </Allowed>
    </Page>
  )
}
