import type { PlainLanguage } from '../languages.ts';

export interface PlainSyntax {
  /** A line that declares something; its first group, where there is one, is the name. */
  readonly declares: RegExp;
  /** Whether comments between a slash and a star span lines. */
  readonly hasBlockComments: boolean;
  readonly lineComment: string;
}

const slashes = { hasBlockComments: true, lineComment: '//' } as const;
const hashes = { hasBlockComments: false, lineComment: '#' } as const;

/**
 * Conservative: a line that might be a statement of a body is not taken for a declaration. Each pattern is tried at its
 * line's start only.
 */
export const plainSyntax: Readonly<Record<PlainLanguage | 'ecmascript', PlainSyntax>> = {
  c: {
    ...slashes,
    declares:
      /^(?:(?:typedef\s+)?(?:struct|union|enum|class)\s+\w+[^;]{0,200}\{?$|namespace\s+[\w:]+|template\s*<|#\s*define\s+\w+\(|(?!return|else|if|for|while|switch|case|goto|using|delete|throw)[A-Za-z_][\w:<>,*&\s]{0,150}[\s*&](~?[\w:]+)\s*\([^;{}]{0,300}\)?\s*(?:const)?\s*(?:noexcept)?\s*(?:[;{]?$|\{.*\}$))/,
  },
  csharp: {
    ...slashes,
    declares:
      /^\s{0,12}(?:namespace\s|(?:(?:public|protected|internal)\s)(?:[\w<>[\],.?]+\s+){0,8}([\w<>]+)\s*(?:\(|\{|:|=>|;|$))/,
  },
  go: {
    ...slashes,
    // Of what is its package's own, types, and functions that take or return something: a program has no others.
    declares:
      /^(?:package\s|func\s+(?:\([^)]{0,100}\)\s*)?(?:([A-Z]\w*)|(\w+)(?:\[[^\]]{0,100}\])?\((?!\)\s*\{))|type\s+(\w+)|(?:const|var)\s+([A-Z]\w*))/,
  },
  java: {
    ...slashes,
    declares:
      /^\s{0,12}(?:package\s|(?:public|protected|internal|open|override|suspend|data|sealed|abstract|case|implicit)\s+[^=;]{1,250}(?:\(|\{|;|$)|(?:class|interface|enum|record|object|trait|fun|def)\s+(\w+)|(?!(?:private|return|new|else|throw|assert|yield|await)\b)(?:@\w+\s+)?(?:(?:static|final|default|synchronized)\s+)*[A-Za-z_][\w.]*(?:<[^;={}()]{0,100}>)?(?:\[\])?\s+(\w+)\s*\([^;={}()]{0,300}\)\s*(?:throws\s[\w.,\s]{1,200})?[;{])/,
  },
  php: {
    ...slashes,
    declares:
      /^\s{0,8}(?:namespace\s|(?:(?:abstract|final|readonly)\s+)*(?:class|interface|trait|enum)\s+(\w+)|(?:public\s+)(?:static\s+)?function\s+&?(\w+)|function\s+(\w+))/,
  },
  ruby: {
    ...hashes,
    declares: /^\s{0,12}(?:(?:class|module)\s+[A-Z]|def\s+([\w.]+[?!=]?)|attr_(?:reader|writer|accessor)\s)/,
  },
  rust: {
    ...slashes,
    // Of what is private, and of traits, functions that take or return something beside themselves.
    declares:
      /^\s{0,8}(?:pub(?:\([\w\s:]+\))?\s+(?:const\s+|async\s+|unsafe\s+|extern\s+"\w+"\s+)*(?:fn|struct|enum|trait|type|const|static|mod|use|union)\s+(\w+)|(?:const\s+|async\s+|unsafe\s+)*fn\s+(\w+)(?=.*(?:->|\w:\s|[;(]$))|(?:struct|enum|trait|union)\s+(\w+)|impl\b|(?:macro_rules!)\s)/,
  },
  schema: {
    ...slashes,
    declares:
      /^\s{0,4}(?:message|service|rpc|enum|type|input|interface|union|scalar|extend|model|struct|exception|directive)\s+@?(\w+)/,
  },
  shell: { ...hashes, declares: /^(?:function\s+)?([\w-]+)\s*\(\)\s*\{?|^function\s+([\w-]+)/ },
  sql: {
    hasBlockComments: true,
    lineComment: '--',
    declares:
      /^\s{0,4}(?:create|alter)\s+(?:or\s+replace\s+)?(?:temporary\s+|unique\s+|materialized\s+)?(?:table|view|index|function|procedure|trigger|type|schema)\s/i,
  },
  swift: {
    ...slashes,
    declares:
      /^\s{0,8}(?:(?:public|open|abstract|final|static|factory|mixin|@objc)\s+)*(?:class|struct|enum|protocol|extension|actor|func|init|typealias)\b/,
  },
  ecmascript: {
    ...slashes,
    declares:
      /^(?:export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|interface|type|enum|namespace|const|let|var)\s+(\w+)|export\s+(?:\*|\{)|(?:async\s+)?function\*?\s+(\w+)|(?:abstract\s+)?class\s+(\w+)|module\.exports)/,
  },
};
