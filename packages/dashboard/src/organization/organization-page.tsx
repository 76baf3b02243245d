import { Button, Stack, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { renameOrganization } from '@messaging/contract/dashboard/profile.ts'
import type { Me } from '@messaging/contract/dashboard/session.ts'
import { useAction } from '../api/use-action.ts'
import { useMe } from '../api/use-me.ts'
import { Allowed } from '../ui/allowed.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { tell } from '../ui/tell.ts'
import classes from './organization.module.css'
import { RetentionPanel } from './retention-form.tsx'

const FIELDS = ['name']

export function OrganizationPage() {
  return (
    <Page
      title="Organisation"
      description="The organisation that owns your agents, numbers, endpoints and conversations."
    >
      <Loaded query={useMe()}>
        {({ organization }) => (
          <Stack key={organization.id}>
            <NameForm organization={organization} />
            <RetentionPanel />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

function NameForm({ organization }: { readonly organization: Me['organization'] }) {
  const renaming = useAction(renameOrganization, { onDone: () => tell('Organisation renamed') })
  const form = useForm({
    initialValues: { name: organization.name },
    validate: schemaResolver(renameOrganization.body, { sync: true }),
  })
  const submit = (body: typeof form.values) =>
    renaming.mutate({ body }, { onError: (error) => form.setErrors(fieldErrors(error, FIELDS)) })
  return (
    <Allowed endpoint={renameOrganization}>
      <form noValidate className={classes.form} onSubmit={form.onSubmit(submit)}>
        <Stack>
          <FormError error={renaming.error} fields={FIELDS} />
          <TextInput
            label="Name"
            description="Members see it in the menu at the top. Users that an agent is shared with see it, too."
            required
            {...form.getInputProps('name')}
          />
          <div>
            <Button type="submit" loading={renaming.isPending}>
              Save name
            </Button>
          </div>
          <div>
            <Text size="sm" c="dimmed">
              Organisation ID
            </Text>
            <CopyId id={organization.id} label="Organisation ID" />
          </div>
        </Stack>
      </form>
    </Allowed>
  )
}
