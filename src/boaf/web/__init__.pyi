from boaf.web.app import create_app as create_app
from boaf.web.server import serve as serve
