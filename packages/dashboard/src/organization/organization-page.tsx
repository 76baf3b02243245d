import { Stack, Text, TextInput } from '@mantine/core'
import { renameOrganization } from '@messaging/contract/dashboard/profile.ts'
import type { Me } from '@messaging/contract/dashboard/session.ts'
import { useAction } from '../api/use-action.ts'
import { useMe } from '../api/use-me.ts'
import { CopyId } from '../ui/copy-id.tsx'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { tell } from '../ui/tell.ts'
import { LimitPanel } from './limit-form.tsx'
import { RetentionPanel } from './retention-form.tsx'
import { SavedRepliesPanel } from './saved-replies-panel.tsx'

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
            <div>
              <Text size="sm" c="dimmed">
                Organisation ID
              </Text>
              <CopyId id={organization.id} label="Organisation ID" />
            </div>
            <SavedRepliesPanel />
            <LimitPanel />
            <RetentionPanel />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

function NameForm({ organization }: { readonly organization: Me['organization'] }) {
  const renaming = useAction(renameOrganization, { onDone: () => tell('Organisation renamed') })
  const form = useEndpointForm(renaming, {
    initial: { name: organization.name },
    rules: renameOrganization.body,
    inputOf: (body) => ({ body }),
  })
  return (
    <EndpointForm form={form} endpoint={renameOrganization} width="narrow" label="Save name">
      <TextInput
        label="Name"
        description="Members see it in the menu at the top. Users that an agent is shared with see it, too."
        required
        {...form.getInputProps('name')}
      />
    </EndpointForm>
  )
}
