import { Alert, Button, Text } from '@mantine/core'
import { publishTemplate } from '@messaging/contract/template-publishing.ts'
import type { AccountLink, Template } from '@messaging/contract/templates.ts'
import { IconAlertCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAction } from '../api/use-action.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Panel } from '../ui/panel.tsx'
import { tell, tellError } from '../ui/tell.ts'
import { LinkActions } from './link-actions.tsx'
import { LinkStatus } from './link-status.tsx'
import { rejectionWords, STATUS_WORDS } from './link-words.ts'
import { publishingWords } from './publishing-words.ts'

/** A template's status on each account. Publishing is disabled while there are unsaved changes. */
export function PublishingPanel({ template, isDirty }: { readonly template: Template; readonly isDirty: boolean }) {
  const { id, accountLinks } = template
  const publishing = useAction(publishTemplate, {
    onDone: (response) => {
      const { message, isProblem } = publishingWords(response)
      if (!isProblem) tell(message)
    },
  })
  const outcome = publishing.data && publishingWords(publishing.data)
  const drafts = accountLinks.filter(({ status }) => status === 'DRAFT').map(({ accountId }) => accountId)
  return (
    <Panel
      title="Accounts"
      actions={
        drafts.length > 1 && (
          <Button
            size="xs"
            disabled={isDirty}
            loading={publishing.isPending}
            onClick={() => publishing.mutate({ params: { id }, body: { accountIds: drafts } }, { onError: tellError })}
          >
            Publish on all accounts
          </Button>
        )
      }
    >
      {isDirty && (
        <Text size="sm" c="dimmed" mb="xs" role="status">
          Save your changes before publishing.
        </Text>
      )}
      {outcome?.isProblem && (
        <Alert color="red" mb="xs" role="alert" icon={<IconAlertCircle aria-hidden />}>
          {outcome.message}
        </Alert>
      )}
      {accountLinks.length > 0 ? (
        <DataTable
          label="Accounts"
          columns={columnsOf(template, isDirty)}
          rows={accountLinks}
          rowKey={({ accountId }) => accountId}
        />
      ) : (
        <Text size="sm">
          No accounts to publish on. <Link to="/accounts/link-sessions/new">Connect an account</Link> first.
        </Text>
      )}
    </Panel>
  )
}

function columnsOf(template: Template, isDirty: boolean): readonly Column<AccountLink>[] {
  return [
    {
      title: 'Account',
      unlabelled: true,
      render: ({ accountId, accountName }) => (
        <Link to="/accounts/$id" params={{ id: accountId }}>
          {accountName}
        </Link>
      ),
    },
    { title: 'Status', render: ({ status }) => <LinkStatus status={status} /> },
    {
      title: 'Meaning',
      render: ({ status, rejectionReason }) => rejectionWords(rejectionReason) || STATUS_WORDS[status],
    },
    { title: 'Quality', render: ({ qualityScore }) => (qualityScore === 'UNKNOWN' ? '–' : qualityScore) },
    {
      title: 'Actions',
      unlabelled: true,
      align: 'end',
      render: (link) => <LinkActions template={template} link={link} disabled={isDirty} />,
    },
  ]
}
