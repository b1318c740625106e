# {{jreleaserCreationStamp}}
class {{brewFormulaName}} < Formula
  desc "{{projectDescription}}"
  homepage "{{projectLinkHomepage}}"
  version "{{projectVersion}}"
  license "{{projectLicense}}"

  {{brewMultiPlatform}}

  depends_on "openjdk@21"

  # Homebrew's JDK is not on the PATH: the launcher is told where it is, unless JAVA_HOME says otherwise.
  def install
    libexec.install Dir["*"]
    (bin/"espalier").write_env_script libexec/"bin/espalier", Language::Java.overridable_java_home_env("21")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/espalier --version")
  end
end
