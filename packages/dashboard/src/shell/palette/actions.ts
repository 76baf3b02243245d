import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { createAgent } from '@replywright/contract/agents.ts'
import { createConversation } from '@replywright/contract/conversations.ts'
import { createWebhook } from '@replywright/contract/dashboard/webhooks.ts'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { includesRole } from '@replywright/contract/roles.ts'
import { createTemplate } from '@replywright/contract/templates.ts'
import { IconDeviceDesktop, IconLogout, IconMoon, IconPlus, IconSun } from '@tabler/icons-react'
import { endSession } from '../../api/session.ts'
import { useMe } from '../../api/use-me.ts'
import { tellError } from '../../ui/notices.tsx'
import type { PaletteItem } from './items.ts'

const FORMS: readonly { readonly label: string; readonly href: string; readonly endpoint: Pick<Endpoint, 'role'> }[] = [
  { label: 'New conversation', href: '/conversations/new', endpoint: createConversation },
  { label: 'New agent', href: '/agents/new', endpoint: createAgent },
  { label: 'New template', href: '/templates/new', endpoint: createTemplate },
  { label: 'New endpoint', href: '/webhooks/new', endpoint: createWebhook },
]

const SCHEMES: Readonly<Record<MantineColorScheme, Pick<PaletteItem, 'label' | 'icon'>>> = {
  dark: { label: 'Dark mode', icon: IconMoon },
  light: { label: 'Light mode', icon: IconSun },
  auto: { label: 'Appearance of the system', icon: IconDeviceDesktop },
}

/** Returns what the user's role may do from any page. */
export function usePaletteActions(): readonly PaletteItem[] {
  const { data: me } = useMe()
  // Without this option, Mantine inserts a style, which the Content-Security-Policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const schemes: readonly MantineColorScheme[] = ['dark', 'light', 'auto']
  return [
    ...FORMS.filter(({ endpoint }) => me !== undefined && includesRole(me.role, endpoint.role)).map(
      ({ label, href }) => ({ id: href, label, icon: IconPlus, href }),
    ),
    ...schemes
      .filter((scheme) => scheme !== colorScheme)
      .map((scheme) => ({ id: scheme, ...SCHEMES[scheme], href: () => setColorScheme(scheme) })),
    { id: 'sign-out', label: 'Sign out', icon: IconLogout, href: () => void endSession().catch(tellError) },
  ]
}
