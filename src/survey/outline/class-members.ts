import { clip } from '../page.ts';
import type { Statement } from './parse-module.ts';
import { joinLines, type Signature } from './signature.ts';

type Member = Extract<Statement, { type: 'ClassDeclaration' }>['body']['body'][number];

const maxMembers = 60;
const longestMember = 400;

/** What a class lets others use: neither private nor protected, without bodies and values. */
export function describeMembers(members: readonly Member[], text: string): Signature[] {
  const shown = members.flatMap((member) => describeMember(member, text));
  if (shown.length <= maxMembers) return shown;
  const more = { name: '', depth: 1, text: `… ${shown.length - maxMembers} more members`, doc: null };
  return [...shown.slice(0, maxMembers), more];
}

function describeMember(member: Member, text: string): Signature[] {
  const end = endOfHead(member);
  if (end === null || !('key' in member)) return [];
  if ('accessibility' in member && (member.accessibility === 'private' || member.accessibility === 'protected')) {
    return [];
  }
  const shown = joinLines(text.slice(member.start ?? 0, end)).replace(/\s*(=>|;|=|\{)$/, '');
  const name = text.slice(member.key.start ?? 0, member.key.end ?? 0);
  return [{ name, depth: 1, text: clip(shown, longestMember), doc: null }];
}

/** Where the part of a member ends that others need to know; null for what is nobody else's business. */
function endOfHead(member: Member): number | null {
  switch (member.type) {
    case 'ClassMethod':
      return member.body.start ?? null;
    case 'TSDeclareMethod':
      return member.end ?? null;
    case 'ClassProperty':
    case 'ClassAccessorProperty': {
      if (member.key.type === 'PrivateName') return null;
      const isArrow = member.value?.type === 'ArrowFunctionExpression';
      if (isArrow && member.value?.type === 'ArrowFunctionExpression') return member.value.body.start ?? null;
      return member.typeAnnotation?.end ?? member.key.end ?? null;
    }
    default:
      return null;
  }
}
