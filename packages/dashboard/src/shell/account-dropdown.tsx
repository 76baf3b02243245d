import { Menu, Text, useMantineColorScheme } from '@mantine/core'
import {
  IconBook,
  IconBuilding,
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
} from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { openOrganization } from '../api/organization.ts'
import { endSession } from '../api/session.ts'
import { useMe } from '../api/use-me.ts'
import { tellError } from '../ui/notices.tsx'
import { referenceUrl } from '../ui/reference-url.ts'
import classes from './shell.module.css'
import { AccountButton } from './shell.tsx'

const SCHEMES = [
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
] as const

/** The opened account menu: the user, organisation, appearance and sign-out. */
export function AccountDropdown() {
  const { data: me } = useMe()
  const pathname = useLocation({ select: (location) => location.pathname })
  // Without this option, Mantine inserts a style, which the Content-Security-Policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const leave = () => endSession().catch(tellError)
  return (
    <Menu defaultOpened position="bottom-end" width={260}>
      <Menu.Target>
        <AccountButton />
      </Menu.Target>
      <Menu.Dropdown>
        {me && (
          <>
            <Menu.Label>Signed in as</Menu.Label>
            <Text px="sm" pb="xs" className={classes.accountEmail}>
              {me.user.email}
            </Text>
          </>
        )}
        {me && me.organizations.length > 1 && (
          <>
            <Menu.Divider />
            <Menu.Label>Organisation</Menu.Label>
            {me.organizations.map(({ id, name }) => (
              <Menu.Item
                key={id}
                leftSection={<IconBuilding size={16} aria-hidden />}
                rightSection={id === me.organization.id && <IconCheck size={14} aria-label="selected" />}
                onClick={() => openOrganization(id)}
              >
                {name}
              </Menu.Item>
            ))}
          </>
        )}
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        {SCHEMES.map(({ value, label, icon: Sign }) => (
          <Menu.Item
            key={value}
            leftSection={<Sign size={16} aria-hidden />}
            rightSection={value === colorScheme && <IconCheck size={14} aria-label="selected" />}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {me && (
          <Menu.Item
            component="a"
            href={referenceUrl(me.apiBaseUrl, pathname)}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconBook size={16} aria-hidden />}
          >
            API reference
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={leave}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
