import type { RepositoryReader } from '../../model/repository-reader.ts';

/** How tests are usually run by those whose reports we do not read, by a file at the top; most telling first. */
const usual: readonly (readonly [file: RegExp, command: string])[] = [
  // Java goes by the home that the system tells, which nobody may write to, and not by HOME.
  [/^mvnw$/, './mvnw -Dmaven.repo.local=.m2 test'],
  [/^pom\.xml$/, 'mvn -Dmaven.repo.local=.m2 test'],
  [/^gradlew$/, 'GRADLE_USER_HOME=.gradle-home ./gradlew test'],
  [/^(?:phpunit\.xml(?:\.dist)?|composer\.json)$/, 'vendor/bin/phpunit'],
  [/^\.rspec$|^spec\/spec_helper\.rb$/, 'bundle exec rspec'],
  [/^Rakefile$/, 'rake test'],
  [/^mix\.exs$/, 'mix test'],
  [/^[^/]+\.(?:sln|csproj)$/, 'dotnet test'],
  [/^CMakeLists\.txt$/, 'cmake -B build && cmake --build build && ctest --test-dir build'],
];

/** A line that may well run the tests of a repository, for people; null where nothing speaks for one. */
export function findLikelyCommand(reader: RepositoryReader): string | null {
  const makefile = reader.paths.find((path) => /^(?:GNUm|[Mm])akefile$/.test(path));
  const target = /^(test|check)[ \t]*:(?!=)/m.exec(makefile === undefined ? '' : (reader.read(makefile) ?? ''))?.[1];
  if (target !== undefined) return `make ${target}`;
  return usual.find(([file]) => reader.paths.some((path) => file.test(path)))?.[1] ?? null;
}
