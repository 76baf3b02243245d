import { Alert, Button, Text } from '@mantine/core'
import { listTemplateLinks } from '@messaging/contract/dashboard/template-links.ts'
import { publishTemplate } from '@messaging/contract/template-publishing.ts'
import type { AccountLink, Template } from '@messaging/contract/templates.ts'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { FormError } from '../ui/form-error.tsx'
import { Panel } from '../ui/panel.tsx'
import { tell } from '../ui/tell.ts'
import { LinkActions } from './link-actions.tsx'
import { LinkStatus } from './link-status.tsx'
import { qualityText } from './provider-words.ts'
import { type Publication, publicationOf } from './publication.ts'
import { publishingWords } from './publishing-words.ts'

interface Row {
  readonly link: AccountLink
  readonly publication: Publication
}

/** A template's status on each account. Publishing is disabled while there are unsaved changes or problems to fix. */
export function PublishingPanel({
  template,
  isDirty,
  isInvalid,
}: {
  readonly template: Template
  readonly isDirty: boolean
  /** Whether the provider would reject it. */
  readonly isInvalid: boolean
}) {
  const isBlocked = isDirty || isInvalid
  const { id, accountLinks } = template
  const { data: links } = useQuery(readList(listTemplateLinks, { query: { templateId: id } }))
  const publishing = useAction(publishTemplate, {
    onDone: (response) => {
      const { message, isProblem } = publishingWords(response)
      if (!isProblem) tell(message)
    },
  })
  const outcome = publishing.data && publishingWords(publishing.data)
  const rows = accountLinks.map((link) => {
    const sent = links?.find(({ accountId }) => accountId === link.accountId)
    return { link, publication: publicationOf(template, link, sent) }
  })
  const unpublished = rows.filter(({ publication }) => publication.state === 'none').map(({ link }) => link.accountId)
  return (
    <Panel
      title="Accounts"
      actions={
        unpublished.length > 1 && (
          <Allowed endpoint={publishTemplate}>
            <Button
              size="xs"
              disabled={isBlocked}
              loading={publishing.isPending}
              onClick={() => publishing.mutate({ params: { id }, body: { accountIds: unpublished } })}
            >
              Publish on all accounts
            </Button>
          </Allowed>
        )
      }
    >
      {isDirty && (
        <Text size="sm" c="dimmed" mb="xs" role="status">
          Save your changes before publishing.
        </Text>
      )}
      {isInvalid && !isDirty && (
        <Text size="sm" c="dimmed" mb="xs" role="status">
          Fix the problems below before publishing.
        </Text>
      )}
      <FormError error={publishing.error} />
      {outcome?.isProblem && (
        <Alert color="red" mb="xs" role="alert" icon={<IconAlertCircle aria-hidden />}>
          {outcome.message}
        </Alert>
      )}
      {rows.length > 0 ? (
        <DataTable
          label="Accounts"
          columns={columnsOf(template, isBlocked)}
          rows={rows}
          rowKey={({ link }) => link.accountId}
        />
      ) : (
        <Text size="sm">
          No accounts to publish on. <Link to="/accounts/link-sessions/new">Connect an account</Link>
        </Text>
      )}
    </Panel>
  )
}

function columnsOf(template: Template, isBlocked: boolean): readonly Column<Row>[] {
  return [
    {
      title: 'Account',
      unlabelled: true,
      render: ({ link: { accountId, accountName } }) => (
        <Link to="/accounts/$id" params={{ id: accountId }}>
          {accountName}
        </Link>
      ),
    },
    {
      title: 'Status',
      render: ({ link, publication }) => <LinkStatus status={link.status} isKnown={publication.state !== 'unknown'} />,
    },
    { title: 'Meaning', render: ({ publication }) => publication.meaning },
    {
      title: 'Quality',
      render: ({ link }) => qualityText(link.qualityScore),
    },
    {
      title: 'Actions',
      unlabelled: true,
      align: 'end',
      render: ({ link, publication }) => (
        <LinkActions template={template} link={link} publication={publication} disabled={isBlocked} />
      ),
    },
  ]
}
