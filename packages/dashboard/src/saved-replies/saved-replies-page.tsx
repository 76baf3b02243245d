import { Button, Group, Modal, Text, Textarea, TextInput } from '@mantine/core'
import {
  deleteSavedReply,
  listSavedReplies,
  type SavedReply,
  saveReply,
} from '@replywright/contract/dashboard/saved-replies.ts'
import { IconMessage2Bolt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readList } from '../api/call.ts'
import { Allowed } from '../ui/allowed.tsx'
import { ActionButton } from '../ui/confirm-dialog.tsx'
import { actions, type Column } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { Page } from '../ui/page.tsx'
import { ResourceList } from '../ui/resource-list.tsx'
import { useAction } from '../ui/use-action.ts'

const NEW = { name: '', text: '' }

/** The texts that members insert into messages, for all members of the organisation. */
export function SavedRepliesPage() {
  const query = useQuery(readList(listSavedReplies, {}))
  const [edited, setEdited] = useState<Pick<SavedReply, 'name' | 'text'>>()
  return (
    <Page
      title="Saved replies"
      description="Texts that members insert into messages to customers."
      actions={
        <Allowed endpoint={saveReply}>
          <Button variant="default" onClick={() => setEdited(NEW)}>
            New saved reply
          </Button>
        </Allowed>
      }
    >
      <ResourceList
        query={query}
        label="Saved replies"
        columns={columns(setEdited)}
        empty={
          <EmptyState icon={IconMessage2Bolt} title="No saved replies yet">
            Save a text that you often write. Members insert it in the message field, with the names of the customer and
            of themselves.
          </EmptyState>
        }
      />
      {edited && <ReplyDialog key={edited.name} reply={edited} onClose={() => setEdited(undefined)} />}
    </Page>
  )
}

function columns(onEdit: (reply: SavedReply) => void): readonly Column<SavedReply>[] {
  return [
    { title: 'Name', unlabelled: true, render: ({ name }) => <bdi>{name}</bdi> },
    {
      title: 'Text',
      render: ({ text }) => (
        <Text lineClamp={2} dir="auto">
          {text}
        </Text>
      ),
    },
    actions((reply) => (
      <Group gap="xs" justify="flex-end">
        <Allowed endpoint={saveReply}>
          <Button size="compact-xs" variant="default" aria-label={`Edit ${reply.name}`} onClick={() => onEdit(reply)}>
            Edit
          </Button>
        </Allowed>
        <ActionButton
          button={{ label: 'Delete', 'aria-label': `Delete ${reply.name}`, size: 'compact-xs' }}
          endpoint={deleteSavedReply}
          input={{ params: { id: reply.id } }}
          title={`Delete ${reply.name}?`}
          confirm="Delete saved reply"
          danger
          done="Saved reply deleted"
        >
          Members can no longer insert it. Messages that were sent with it stay.
        </ActionButton>
      </Group>
    )),
  ]
}

function ReplyDialog({
  reply,
  onClose,
}: {
  readonly reply: Pick<SavedReply, 'name' | 'text'>
  readonly onClose: () => void
}) {
  const saving = useAction(saveReply, { done: 'Saved', onDone: onClose })
  const form = useEndpointForm(saving, {
    initial: { name: reply.name, text: reply.text },
    rules: saveReply.body,
    inputOf: (body) => ({ body }),
  })
  const isNew = reply.name === ''
  return (
    <Modal opened onClose={onClose} title={isNew ? 'New saved reply' : `Edit ${reply.name}`}>
      <EndpointForm form={form} label={isNew ? 'Create saved reply' : 'Save'} onCancel={onClose}>
        <TextInput
          label="Name"
          description="Replaces the reply of the same name."
          required
          readOnly={!isNew}
          data-autofocus={isNew || undefined}
          {...form.getInputProps('name')}
        />
        <Textarea
          label="Text"
          description="{{customer}} becomes the customer’s name, and {{me}} the name of the member who inserts it."
          required
          minRows={3}
          maxRows={12}
          dir="auto"
          data-autofocus={!isNew || undefined}
          {...form.getInputProps('text')}
        />
      </EndpointForm>
    </Modal>
  )
}
