import { readFileSync } from 'node:fs';

/** Why bwrap could not do it, in words of people, with what helps. */
export function explainRefusal(stderr: string): string {
  const said =
    stderr
      .trim()
      .split('\n')
      .at(-1)
      ?.replace(/^bwrap: /, '') ?? '';
  const why = explanations.find(({ pattern }) => pattern.test(said))?.explain() ?? 'bwrap does not work here';
  return said === '' ? why : `${why} (bwrap: ${said.slice(0, 200)})`;
}

const explanations: readonly { readonly pattern: RegExp; explain(): string }[] = [
  {
    pattern: /loopback|RTM_NEW/,
    explain: () => `a network of its own is denied${becauseOf()}`,
  },
  {
    pattern: /uid map|gid map|new namespace|user namespace|No permissions|unshare/i,
    explain: () => `user namespaces are denied${becauseOf()}`,
  },
  {
    pattern: /mount|pivot_root|remount|newroot|oldroot/i,
    explain: () => 'mounts are denied, as in a container: give it more rights, or run agentos outside of it',
  },
  { pattern: /Unknown option/i, explain: () => 'bwrap is too old: 0.8 or newer is needed' },
];

function becauseOf(): string {
  if (readSwitch('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1')
    return ' by AppArmor: add a profile that lets bwrap use them (apparmor.d/bwrap-userns-restrict)';
  if (readSwitch('/proc/sys/kernel/unprivileged_userns_clone') === '0')
    return ': set kernel.unprivileged_userns_clone to 1';
  if (readSwitch('/proc/sys/user/max_user_namespaces') === '0') return ': user.max_user_namespaces is 0';
  return ', as in a container: give it more rights, or run agentos outside of it';
}

function readSwitch(path: string): string | null {
  try {
    return readFileSync(path, 'latin1').trim();
  } catch {
    return null;
  }
}
